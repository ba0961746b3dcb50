ALTER TABLE cash_transaction
ADD CONSTRAINT cash_transaction_pkey PRIMARY KEY (ct_t_id);
