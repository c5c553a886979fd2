"""The former place of what is now in bits, atomics, cards and question."""
from solver.core.atomics cimport flag_load, flag_next, flag_store
from solver.core.bits cimport (
    bits_count, bits_deposit, bits_extract, bits_high, bits_likely, bits_low, bits_prefetch,
    bits_unlikely,
)
from solver.core.cards cimport (
    ACE, ALL_CARDS, LANE_ACES, LANE_FIFTEEN, LANE_HIGH, LANE_LOW, NOTRUMP, SUIT, bit_card, card_bit,
    cards_t, hand_t, lane, lane_mask, pack, spread, suit_of,
)
from solver.core.question cimport Deal
