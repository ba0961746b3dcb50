-- serves: Trade-Lookup F4 (TL8, outer)
-- plan:   Index Only Scan
ALTER TABLE holding_history
ADD CONSTRAINT holding_history_pkey PRIMARY KEY (hh_h_t_id, hh_t_id, hh_before_qty, hh_after_qty);
