-- serves: Trade-Lookup F1-F3, Trade-Update F1-F3, Customer-Position F2 (TL4, CP4)
-- plan:   Index Only Scan
ALTER TABLE trade_history
ADD CONSTRAINT trade_history_pkey PRIMARY KEY (th_t_id, th_st_id, th_dts);
