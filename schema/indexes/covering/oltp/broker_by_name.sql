-- serves: Broker-Volume F1 (BV1)
-- plan:   Index Only Scan; heap fetches while BROKER changes
CREATE UNIQUE INDEX broker_by_name
ON broker (b_name)
INCLUDE (b_id);
