-- serves: Broker-Volume F1 (BV1)
-- plan:   Seq Scan (a few rows; the key is for uniqueness and foreign keys)
CREATE UNIQUE INDEX sector_by_name
ON sector (sc_name);
