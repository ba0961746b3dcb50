-- serves: Trade-Order F3, Trade-Result F3, Data-Maintenance CUSTOMER_TAXRATE (TO11, TR9, DM5)
-- plan:   Index Scan
CREATE INDEX customer_taxrate_by_customer
ON customer_taxrate (cx_c_id);
