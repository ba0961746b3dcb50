-- serves: Trade-Lookup F3, Trade-Update F3 (TL6, TU5)
-- plan:   Index Only Scan
CREATE INDEX trade_by_symbol
ON trade (t_s_symb, t_dts, t_id, t_ca_id, t_exec_name, t_is_cash, t_trade_price, t_qty, t_tt_id);
