-- serves: Broker-Volume F1 (BV1)
-- plan:   Index Only Scan or Seq Scan (102 rows)
CREATE INDEX industry_by_sector
ON industry (in_sc_id)
INCLUDE (in_id);
