"""What several tests share: oracles, references, positions, programs that tests run."""
