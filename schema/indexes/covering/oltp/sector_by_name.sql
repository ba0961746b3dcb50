-- serves: Broker-Volume F1 (BV1)
-- plan:   Index Only Scan
CREATE UNIQUE INDEX sector_by_name
ON sector (sc_name)
INCLUDE (sc_id);
