-- Position of an account in a security: the sum of its lots.
--
-- Nearly every Trade-Result updates hs_qty, which is not indexed: room is kept on each page for HOT updates.
CREATE TABLE holding_summary (
    hs_ca_id  bigint NOT NULL
  , hs_s_symb varchar(15) NOT NULL
  , hs_qty    integer NOT NULL
)
WITH (
    fillfactor = 85
);
