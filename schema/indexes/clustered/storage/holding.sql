-- serves: Trade-Order F3, Trade-Result F2 (TO10, TR6)
-- note:   the lots of a position lie together, the oldest first.
CLUSTER holding USING holding_by_position;
