-- Price and volume of the current day, one row per security.
CREATE TABLE last_trade (
    lt_s_symb     varchar(15) NOT NULL
  , lt_dts        timestamp(3) NOT NULL
  , lt_price      numeric(8,2) NOT NULL
  , lt_open_price numeric(8,2) NOT NULL
  , lt_vol        bigint NOT NULL
);
