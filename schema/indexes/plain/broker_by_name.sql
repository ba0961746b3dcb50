-- serves: Broker-Volume F1 (BV1)
-- plan:   Index Scan
CREATE UNIQUE INDEX broker_by_name
ON broker (b_name);
