-- Market sectors.
CREATE TABLE sector (
    sc_id   varchar(2) NOT NULL
  , sc_name varchar(30) NOT NULL
);
