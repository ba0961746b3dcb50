-- serves: Trade-Status F1, Customer-Position F2 (TS1, CP4)
-- plan:   Index Only Scan Backward
CREATE INDEX trade_by_account
ON trade (t_ca_id, t_dts, t_id, t_st_id, t_tt_id, t_s_symb, t_qty, t_exec_name, t_chrg);
