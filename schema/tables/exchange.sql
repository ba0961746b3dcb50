-- Stock exchanges. ex_open and ex_close are hhmm; ex_num_symb counts the loaded securities.
CREATE TABLE exchange (
    ex_id       varchar(6) NOT NULL
  , ex_name     varchar(100) NOT NULL
  , ex_num_symb integer NOT NULL
  , ex_open     smallint NOT NULL
  , ex_close    smallint NOT NULL
  , ex_desc     varchar(150)
  , ex_ad_id    bigint NOT NULL
);
