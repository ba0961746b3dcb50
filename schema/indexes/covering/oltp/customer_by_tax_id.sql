-- serves: Customer-Position F1 (CP1)
-- plan:   Index Only Scan
CREATE UNIQUE INDEX customer_by_tax_id
ON customer (c_tax_id)
INCLUDE (c_id);
