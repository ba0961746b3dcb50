-- Fee of an order by trade type and customer tier.
CREATE TABLE charge (
    ch_tt_id  varchar(3) NOT NULL
  , ch_c_tier smallint NOT NULL
  , ch_chrg   numeric(10,2) NOT NULL
);
