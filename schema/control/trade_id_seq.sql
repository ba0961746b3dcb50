-- Counter of run-time trades. Their id is R + broker ordinal x 10^9 + nextval, R being the first id after all loaded
-- ones.
CREATE SEQUENCE trade_id_seq AS bigint
MINVALUE 1
START WITH 1;
