CREATE INDEX trade_by_symbol
ON trade (t_s_symb, t_dts);
