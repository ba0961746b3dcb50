-- Price and volume of the current day, one row per security.
--
-- Every Market-Feed updates it and none of the updated columns is indexed: half of each page is kept free, so that
-- updates stay HOT between two prunings.
CREATE TABLE last_trade (
    lt_s_symb     varchar(15) NOT NULL
  , lt_dts        timestamp(3) NOT NULL
  , lt_price      numeric(8,2) NOT NULL
  , lt_open_price numeric(8,2) NOT NULL
  , lt_vol        bigint NOT NULL
)
WITH (
    fillfactor = 50
  , autovacuum_vacuum_scale_factor = 0.5
);
