-- serves: Trade-Lookup F4 (TL8, inner)
-- plan:   Index Only Scan
CREATE INDEX holding_history_by_trade
ON holding_history (hh_t_id, hh_h_t_id);
