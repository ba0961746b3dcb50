CREATE INDEX holding_by_position
ON holding (h_ca_id, h_s_symb, h_dts);
