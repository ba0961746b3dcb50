-- serves: Trade-Order F3, Broker-Volume F1, Market-Watch F1 (TO6b, BV1, MW1c)
-- plan:   Index Only Scan
CREATE UNIQUE INDEX security_by_company
ON security (s_co_id, s_issue)
INCLUDE (s_symb, s_ex_id, s_name);
