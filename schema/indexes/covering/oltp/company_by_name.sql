-- serves: Trade-Order F3 (TO6a)
-- plan:   Index Only Scan
CREATE UNIQUE INDEX company_by_name
ON company (co_name)
INCLUDE (co_id);
