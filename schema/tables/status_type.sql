-- The five states of a trade and of everything that can be active.
CREATE TABLE status_type (
    st_id   varchar(4) NOT NULL
  , st_name varchar(10) NOT NULL
);
