-- serves: Trade-Order F3, Trade-Result F2, the foreign key to HOLDING_SUMMARY (TO10, TR6)
-- plan:   Index Scan, backward for LIFO
CREATE INDEX holding_by_position
ON holding (h_ca_id, h_s_symb, h_dts);
