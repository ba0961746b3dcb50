-- News items, two per company.
--
-- The item is stored as it is (EXTERNAL): compressing it would take longer than all the rest of a load, and a prefix of
-- an uncompressed value is read without fetching the whole.
CREATE TABLE news_item (
    ni_id       bigint NOT NULL
  , ni_headline varchar(80) NOT NULL
  , ni_summary  varchar(255) NOT NULL
  , ni_item     text NOT NULL
  , ni_dts      timestamp(3) NOT NULL
  , ni_source   varchar(30) NOT NULL
  , ni_author   varchar(30)
);

ALTER TABLE news_item ALTER COLUMN ni_item SET STORAGE EXTERNAL;
