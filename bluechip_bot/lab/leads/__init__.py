"""Opening leads on recorded boards: what ours, the record's and a rule's give away double dummy."""
