CREATE INDEX trade_by_account
ON trade (t_ca_id, t_dts);
