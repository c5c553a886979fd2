"""The natural floor: a call for every hand in every auction, where no rule of a system fits."""
