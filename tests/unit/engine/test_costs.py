"""What searches cost in the same positions."""

from bluechip_bot.engine.costs import IDEAS, SearchColumn, game_costs, idea_nodes


def test_columns_search_the_same_game() -> None:
    """Every column answers every decision; a cut that is off changes no value, a smaller M some."""
    decisions, costs = game_costs(
        [
            SearchColumn("all", 3),
            SearchColumn("all, once more", 3),
            SearchColumn("without useful worlds", 3, {"useful_worlds": False}),
            SearchColumn("M = 1", 1),
        ],
        cards=32,
        worlds=20,
        seed=3,
        memory_mb=8,
    )
    assert decisions == 16
    every, again, without, vote = costs
    assert (every.nodes, every.calls) == (again.nodes, again.calls)
    assert without.calls > every.calls
    assert vote.nodes < every.nodes
    assert all(cost.seconds > 0 for cost in costs)
    assert [cost.other for cost in costs[:3]] == [0, 0, 0]
    assert vote.other


def test_ideas_of_the_double_dummy_search() -> None:
    """Without an idea the search visits more positions."""
    assert "table" in IDEAS
    assert idea_nodes("table", 1) > idea_nodes("", 1)
