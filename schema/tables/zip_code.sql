-- Postal codes of two countries; zc_div is the two-letter division.
CREATE TABLE zip_code (
    zc_code varchar(12) NOT NULL
  , zc_town varchar(80) NOT NULL
  , zc_div  varchar(80) NOT NULL
);
