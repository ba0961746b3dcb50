-- Which company a news item is about.
CREATE TABLE news_xref (
    nx_ni_id bigint NOT NULL
  , nx_co_id bigint NOT NULL
);
