-- serves: Trade-Lookup F4 (TL8)
-- note:   the changes of a lot lie together.
CLUSTER holding_history USING holding_history_pkey;
