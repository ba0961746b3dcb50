-- serves: Market-Watch F1, Broker-Volume F1 (MW1c, BV1)
-- plan:   Index Only Scan
CREATE INDEX company_by_industry
ON company (co_in_id, co_id);
