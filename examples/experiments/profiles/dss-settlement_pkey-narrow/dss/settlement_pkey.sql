ALTER TABLE settlement
ADD CONSTRAINT settlement_pkey PRIMARY KEY (se_t_id);
