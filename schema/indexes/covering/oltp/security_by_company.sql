-- serves: Trade-Order F3, Broker-Volume F1, Market-Watch F1 (TO6, TO6b, BV1, MW1c, MWs)
-- plan:   Index Only Scan
-- note:   with s_num_out, so that Market-Watch over an industry needs no second look-up by symbol.
CREATE UNIQUE INDEX security_by_company
ON security (s_co_id, s_issue)
INCLUDE (s_symb, s_ex_id, s_name, s_num_out);
