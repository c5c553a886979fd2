"""The boards of the benchmark."""

from collections import Counter

from bluechip_bot.lab.bidding.table import contract_level
from bluechip_bot.lab.cards.bench import COUNT, boards
from bluechip_bot.model import Phase, Strain, Vulnerability, dealer_of_board


def test_each_twenty_have_the_same_contracts() -> None:
    """All boards wait for the lead; kinds of contracts, dealers and vulnerability are balanced."""
    found = boards()
    assert len(found) == COUNT == 300
    assert len({str(board.hands) for board in found}) == COUNT
    expected = {"part score": 3, "game": 5, "slam": 2}
    for first in range(0, COUNT, 20):
        kinds = Counter[tuple[bool, str]]()
        for board in found[first : first + 20]:
            assert board.contract is not None
            assert board.phase is Phase.PLAY
            assert board.turn is board.contract.leader
            kinds[board.contract.strain is Strain.NOTRUMP, contract_level(board.contract)] += 1
        assert kinds == {
            (notrump, level): count
            for notrump in (True, False)
            for level, count in expected.items()
        }
    for place, board in enumerate(found, 1):
        assert board.number == place
        assert board.dealer is dealer_of_board(place)
        assert board.vulnerability == Vulnerability.of_board(place)
    declarers = Counter(board.contract.declarer for board in found if board.contract)
    assert min(declarers.values()) >= 50
