-- serves: Trade-Result F2 (TR8)
-- plan:   Index Scan
ALTER TABLE holding
ADD CONSTRAINT holding_pkey PRIMARY KEY (h_t_id);
