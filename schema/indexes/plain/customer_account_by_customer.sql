-- serves: Customer-Position F1 (CP3)
-- plan:   Index Scan
CREATE INDEX customer_account_by_customer
ON customer_account (ca_c_id);
