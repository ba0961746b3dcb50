-- One row per security and weekday of five years.
CREATE TABLE daily_market (
    dm_date   date NOT NULL
  , dm_s_symb varchar(15) NOT NULL
  , dm_close  numeric(8,2) NOT NULL
  , dm_high   numeric(8,2) NOT NULL
  , dm_low    numeric(8,2) NOT NULL
  , dm_vol    bigint NOT NULL
);
