-- serves: Trade-Order F2, Data-Maintenance ACCOUNT_PERMISSION (TO4, DM1)
-- plan:   Index Scan
ALTER TABLE account_permission
ADD CONSTRAINT account_permission_pkey PRIMARY KEY (ap_ca_id, ap_tax_id);
