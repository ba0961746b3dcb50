-- Companies, 500 per Load Unit.
CREATE TABLE company (
    co_id        bigint NOT NULL
  , co_st_id     varchar(4) NOT NULL
  , co_name      varchar(60) NOT NULL
  , co_in_id     varchar(2) NOT NULL
  , co_sp_rate   varchar(4) NOT NULL
  , co_ceo       varchar(46) NOT NULL
  , co_ad_id     bigint NOT NULL
  , co_desc      varchar(150) NOT NULL
  , co_open_date date NOT NULL
);
