-- Tax rates as fractions: the brackets of two countries and of 64 divisions.
CREATE TABLE taxrate (
    tx_id   varchar(4) NOT NULL
  , tx_name varchar(50) NOT NULL
  , tx_rate numeric(6,5) NOT NULL
);
