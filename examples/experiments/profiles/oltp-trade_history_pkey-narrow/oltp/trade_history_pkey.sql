ALTER TABLE trade_history
ADD CONSTRAINT trade_history_pkey PRIMARY KEY (th_t_id, th_st_id);
