"""The cost, double dummy, of opening leads on recorded boards: ours, the players' and a rule's."""
