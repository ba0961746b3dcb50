-- serves: Trade-Lookup F4 (TL8, inner)
-- plan:   Index Scan
CREATE INDEX holding_history_by_trade
ON holding_history (hh_t_id);
