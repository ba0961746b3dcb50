-- serves: Trade-Lookup F3, Trade-Update F3 (TL6, TU5)
-- plan:   Index Scan
CREATE INDEX trade_by_symbol
ON trade (t_s_symb, t_dts);
