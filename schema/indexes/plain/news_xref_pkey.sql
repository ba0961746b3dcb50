-- serves: uniqueness; transactions come by company
-- plan:   Index Scan
ALTER TABLE news_xref
ADD CONSTRAINT news_xref_pkey PRIMARY KEY (nx_ni_id, nx_co_id);
