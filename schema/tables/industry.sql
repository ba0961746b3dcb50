-- Industries, each in one sector.
CREATE TABLE industry (
    in_id    varchar(2) NOT NULL
  , in_name  varchar(50) NOT NULL
  , in_sc_id varchar(2) NOT NULL
);
