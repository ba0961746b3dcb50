-- Position of an account in a security: the sum of its lots.
CREATE TABLE holding_summary (
    hs_ca_id  bigint NOT NULL
  , hs_s_symb varchar(15) NOT NULL
  , hs_qty    integer NOT NULL
);
