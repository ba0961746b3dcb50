-- Addresses of exchanges, companies and customers. Ids: the exchanges first, then one block of 1,500 per Load Unit.
CREATE TABLE address (
    ad_id      bigint NOT NULL
  , ad_line1   varchar(80)
  , ad_line2   varchar(80)
  , ad_zc_code varchar(12) NOT NULL
  , ad_ctry    varchar(80)
);
