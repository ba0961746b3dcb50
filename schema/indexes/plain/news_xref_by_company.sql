-- serves: Security-Detail F1, Data-Maintenance NEWS_ITEM (SD6, DM9)
-- plan:   Index Scan
CREATE INDEX news_xref_by_company
ON news_xref (nx_co_id);
